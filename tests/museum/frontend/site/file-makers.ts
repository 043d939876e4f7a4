// The modules that make page files, by place: `files/<route>/<name>.ts`. Only the worker knows
// them.

export const fileMakers: Record<string, () => Promise<unknown>> = import.meta.glob('./files/*/*.*.ts')

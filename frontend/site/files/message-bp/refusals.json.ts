// The words of a refusal without JavaScript, for the origin.

export { refusalsFile as default } from '@portico/app/worker'

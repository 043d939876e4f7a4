import { siteConfig } from '@portico/app/build/vite.ts'

export default siteConfig(import.meta.dirname)

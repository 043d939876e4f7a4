import { siteConfig } from '@portico/app/vite'

export default siteConfig(import.meta.dirname)

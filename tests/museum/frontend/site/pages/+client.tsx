import { start } from '@portico/app'
import { site } from '#/site.ts'

start(site).catch((error) => console.error('the app could not start', error))

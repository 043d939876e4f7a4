import { describeSite } from '@portico/app/testing'
import { site } from '#/site.ts'

describeSite(site)

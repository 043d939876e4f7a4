import { describeSite } from '@portico/app/testing/site-contract.ts'
import { site } from '#/site.ts'

describeSite(site)

import { fixtureSite } from '#/testing/fixture-site.tsx'
import { describeSite } from '#/testing/site-contract.ts'

describeSite(fixtureSite)

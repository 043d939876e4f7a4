// The client entry that vike builds. It imports nothing of vike.

import { start } from '#/app/start.tsx'

start().catch((error) => console.error('the app could not start', error))

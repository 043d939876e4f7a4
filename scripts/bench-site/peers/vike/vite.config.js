// The bench site for vike with React, prerendered; pages hydrate from their payloads.

import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'

export default { plugins: [vike(), react()] }

import { testPlugins } from '@portico/app/build/vitest.ts'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: testPlugins(), test: { include: ['site/**/*.test.{ts,tsx}'] } })

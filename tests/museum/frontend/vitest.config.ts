import { testPlugins } from '@portico/app/vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: testPlugins(), test: { include: ['site/**/*.test.{ts,tsx}'] } })

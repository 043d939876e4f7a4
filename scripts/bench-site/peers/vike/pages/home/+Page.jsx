import { useData } from 'vike-react/useData'
import { HomePage } from '../../shared/parts.jsx'

export function Page() {
  return <HomePage {...useData()} />
}

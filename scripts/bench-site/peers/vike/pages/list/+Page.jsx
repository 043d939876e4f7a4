import { useData } from 'vike-react/useData'
import { ListPage } from '../../shared/parts.jsx'

export function Page() {
  return <ListPage {...useData()} />
}

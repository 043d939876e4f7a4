import { useData } from 'vike-react/useData'
import { ArticlePage } from '../../shared/parts.jsx'

export function Page() {
  return <ArticlePage {...useData()} />
}

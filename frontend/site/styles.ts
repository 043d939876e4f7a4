// Every style that belongs to no component. They come first in the one style sheet.

import './styles/tokens.css'
import './styles/grounds.css'
import './styles/base.css'
import './styles/print.css'

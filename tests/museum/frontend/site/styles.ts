// Every style that belongs to no component. They come first in the one style sheet.

import './styles/theme.css'
import './styles/tokens.css'
import './styles/base.css'

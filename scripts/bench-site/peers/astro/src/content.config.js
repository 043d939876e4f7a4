import { defineCollection, z } from 'astro:content'
import { glob } from 'astro/loaders'

const schema = z.object({
  title: z.string(),
  summary: z.string().optional(),
  date: z.coerce.date().optional(),
  tags: z.array(z.string()).optional(),
})

// Ids as the corpus has them: `article-000001/zh-CN`.
const load = (base) => glob({ base, pattern: '*/*.md', generateId: ({ entry }) => entry.replace(/\.md$/, '') })

export const collections = {
  articles: defineCollection({ loader: load('./content/articles'), schema }),
  pages: defineCollection({ loader: load('./content/pages'), schema }),
}

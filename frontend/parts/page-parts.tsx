// The building blocks of pages: heads, sections, lists, text.

import { NewsList } from '#/ui/NewsList/NewsList.tsx'
import { NumberedList } from '#/ui/NumberedList/NumberedList.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Pager } from '#/ui/Pager/Pager.tsx'
import { Paragraphs, Prose } from '#/ui/Prose/Prose.tsx'
import { QuietHead } from '#/ui/QuietHead/QuietHead.tsx'
import { Quote } from '#/ui/Quote/Quote.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { SmallHead } from '#/ui/SmallHead/SmallHead.tsx'
import { Timeline } from '#/ui/Timeline/Timeline.tsx'
import { Shown } from './shown.tsx'

const STEPS = [
  { title: 'Within ten working days', text: 'A partner has read it and tells you yes or no, and why.' },
  { title: '一个月内', text: '如果继续，我们来厂里，您不必来办公室。' },
  { title: 'Three to fourteen months', text: 'From the first meeting to the committee.' },
]

export function PageParts() {
  return (
    <>
      <Shown name="PageHead display">
        <PageHead
          kicker="The firm"
          title="潮水不催人，也不等人。"
          lead="The tide hurries nobody and waits for nobody."
          size="display"
        />
      </Shown>
      <Shown name="PageHead heading">
        <PageHead kicker="News" title="Fund II has returned all paid-in capital" />
      </Shown>
      <Shown name="QuietHead">
        <QuietHead kicker="Members" title="Sign in" lead="There is no password to forget." note="As of 1 June 2026" />
      </Shown>
      <Shown name="SmallHead">
        <SmallHead kicker="2026" title="News" lead="We write when there is something to say.">
          Figures hold for the date of publication.
        </SmallHead>
      </Shown>
      <Shown name="Section">
        <Section label="In the margin" aside="A source, a date" title="A heading of its own">
          <Prose>
            <Paragraphs text={'Text at its measure.\n\n第二段，中文的行长与行距。'} />
          </Prose>
        </Section>
      </Shown>
      <Shown name="Section wide">
        <Section label="All twelve columns" layout="wide">
          <NumberedList items={STEPS} flow="columns" />
        </Section>
      </Shown>
      <Shown name="NumberedList">
        <NumberedList items={STEPS} />
      </Shown>
      <Shown name="NewsList">
        <NewsList
          items={[
            { href: '#a', title: 'Ripple Photonics lists', date: { value: '2025-06-12', text: '12 June 2025' }, kind: 'Exit' },
            {
              href: '#b',
              title: '二号基金还完全部实缴本金',
              date: { value: '2025-11-03', text: '2025年11月3日' },
              summary: '用时十一年。',
            },
          ]}
        />
      </Shown>
      <Shown name="Pager">
        <Pager
          label="Through the news"
          before={{ href: '#a', where: 'Earlier, 3 November 2025', title: 'Fund II has returned all paid-in capital' }}
          after={{ href: '#b', where: '后一篇，2026年1月15日', title: '二号基金还完全部实缴本金' }}
        />
      </Shown>
      <Shown name="Timeline">
        <Timeline
          items={[
            { date: '2011', text: 'The firm is founded.' },
            { date: '2014', text: '上海办公室开门。' },
          ]}
        />
      </Shown>
      <Shown name="Quote">
        <Quote text="We were asked for the bad figure first." by="Lu Wen, Zhuomu Automation" />
      </Shown>
    </>
  )
}

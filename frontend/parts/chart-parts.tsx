// Figures, tables and drawings that several pages share. The charts of single pages are on those
// pages.

import { NumberCell, NumberHead, Table } from '@portico/app/ui'
import { ChangeFigure } from '#/ui/Change/Change.tsx'
import { Columns } from '#/ui/Columns/Columns.tsx'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { Count } from '#/ui/Count/Count.tsx'
import { Download } from '#/ui/Download/Download.tsx'
import { Facts } from '#/ui/Facts/Facts.tsx'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { YearReader } from '#/ui/YearReader/YearReader.tsx'
import { Shown } from './shown.tsx'

const ASSETS = [7.9, 14.3, 14.8, 16, 18.6]
const FIGURES = [
  { value: '186亿元', label: 'Assets', note: 'end of 2025' },
  { value: 'CNY 18.6 billion', label: '管理规模' },
  { value: '−3.2%', label: 'Revenue' },
]

export function ChartParts() {
  return (
    <>
      <Shown name="ChangeFigure">
        <ChangeFigure figure={{ value: '41% → 93%', label: 'Wafer yield', note: '2016 to 2024' }} size="giant" />
      </Shown>
      <Shown name="Download">
        <Download href="#figures.csv" format="CSV, for a spreadsheet">
          The table
        </Download>
      </Shown>
      <Shown name="Figures giant">
        <Figures items={FIGURES.slice(0, 1)} size="giant" />
      </Shown>
      <Shown name="Figures large">
        <Figures items={FIGURES} />
      </Shown>
      <Shown name="Figures small">
        <Figures items={FIGURES} size="small" />
      </Shown>
      <Shown name="Facts">
        <Facts
          items={[
            { label: 'Founded', value: '2011' },
            { label: '办公室', value: '杭州' },
          ]}
        />
      </Shown>
      <Shown name="Contour figure">
        <Contour series={ASSETS} label="Assets by year" />
      </Shown>
      <Shown name="Contour quiet">
        <Contour series={ASSETS} lines={12} ratio={8} tone="quiet" />
      </Shown>
      <Shown name="Columns in a YearReader">
        <YearReader
          name="Assets"
          years={ASSETS.map((value, index) => ({ label: String(2021 + index), text: `${value.toFixed(1)} billion yuan` }))}
          shape="columns"
        >
          <Columns
            title="Assets"
            unit="CNY billion"
            columns={ASSETS.map((value, index) => ({ label: String(2021 + index), value, text: value.toFixed(1) }))}
          />
        </YearReader>
      </Shown>
      <Shown name="Table">
        <Table caption="Assets by year" captionShown>
          <thead>
            <tr>
              <th scope="col">Year</th>
              <NumberHead>Assets</NumberHead>
            </tr>
          </thead>
          <tbody>
            {ASSETS.map((value, index) => (
              <tr key={value}>
                <th scope="row">{2021 + index}</th>
                <NumberCell>{value.toFixed(1)}</NumberCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Shown>
      <Shown name="Count">
        <Count
          drawing={{
            thing: 'die',
            total: 120,
            caption: 'One square is one die of a wafer. The filled ones work.',
            steps: [
              { label: '2015', value: '41%', marked: 49 },
              { label: '2025', value: '93%', marked: 112 },
            ],
          }}
        />
      </Shown>
    </>
  )
}

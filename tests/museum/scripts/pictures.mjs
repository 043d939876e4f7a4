// Draws the pictures of the exhibitions: `node scripts/pictures.mjs` writes `picture` of each one.

import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sharp = createRequire(join(root, 'frontend/package.json'))('sharp')
const [WIDTH, HEIGHT] = [1200, 800]

const rect = (x, y, width, height, fill) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
const line = (points, stroke, width) =>
  `<polyline points="${points}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
const circle = (x, y, radius, fill) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
const range = (count) => Array.from({ length: count }, (_, index) => index)

/** A crane on its portal: `x` is the middle of its feet, `size` 1 is 420 pixels high. */
function crane(x, ground, size, colour) {
  const at = (dx, dy) => `${x + dx * size},${ground - dy * size}`
  const bars = range(6).map((bar) => line(`${at(-30 + bar * 8, 150 + bar * 28)} ${at(14 + bar * 8, 164 + bar * 28)}`, colour, 5 * size))
  return [
    line(`${at(-60, 0)} ${at(-40, 150)} ${at(40, 150)} ${at(60, 0)}`, colour, 14 * size),
    line(`${at(-52, 60)} ${at(52, 60)}`, colour, 8 * size),
    line(`${at(-34, 150)} ${at(20, 320)} ${at(10, 150)}`, colour, 9 * size),
    line(`${at(0, 250)} ${at(250, 420)} ${at(20, 320)}`, colour, 10 * size),
    line(`${at(250, 420)} ${at(250, 180)}`, colour, 4 * size),
    `<polygon points="${at(-110, 200)} ${at(-10, 200)} ${at(0, 260)} ${at(-100, 260)}" fill="${colour}"/>`,
    ...bars,
  ].join('')
}

const pictures = {
  cranes: () =>
    [
      rect(0, 0, WIDTH, HEIGHT, '#ecdcc0'),
      circle(820, 520, 230, '#c43d1d'),
      ...range(9).map((row) => rect(0, 560 + row * 8 + row * row * 2, WIDTH, 3 + row, '#ecdcc0')),
      crane(250, 640, 1.25, '#241a17'),
      crane(590, 640, 0.95, '#241a17'),
      crane(890, 640, 0.7, '#241a17'),
      rect(0, 636, WIDTH, HEIGHT, '#241a17'),
      ...range(26).map((cut) => rect((cut * 173) % WIDTH, 662 + ((cut * 37) % 120), 60 + ((cut * 29) % 120), 4, '#c43d1d')),
    ].join(''),
  'harbour-at-night': () =>
    [
      rect(0, 0, WIDTH, HEIGHT, '#0d1a2b'),
      '<polygon points="232,250 1200,120 1200,330" fill="#24405a"/>',
      rect(0, 470, WIDTH, 330, '#081220'),
      '<polygon points="200,470 214,262 250,262 264,470" fill="#e7dfcd"/>',
      rect(209, 330, 46, 40, '#c43d1d'),
      rect(204, 410, 56, 34, '#c43d1d'),
      rect(212, 226, 40, 36, '#f6c453'),
      '<polygon points="206,226 258,226 232,196" fill="#c43d1d"/>',
      '<polygon points="560,440 1040,440 1000,500 610,500" fill="#1b3149"/>',
      rect(640, 372, 320, 68, '#2c4a66'),
      rect(820, 322, 46, 50, '#c43d1d'),
      ...range(9).map((pane) => rect(656 + pane * 34, 392, 20, 22, '#f6c453')),
      ...range(9).flatMap((pane) => range(5).map((wave) => rect(652 + pane * 34 + ((wave * 7) % 11), 522 + wave * 38, 30 - wave * 4, 5, '#c9963a'))),
      ...range(7).map((wave) => rect(206 + ((wave * 13) % 24), 494 + wave * 36, 50 - wave * 5, 5, '#c9963a')),
      ...range(24).map((star) => circle((star * 211) % WIDTH, 20 + ((star * 67) % 210), 2 + (star % 2), '#9fb3c8')),
    ].join(''),
  rope: () => {
    const strand = (points, shade) =>
      `<path d="${points}" fill="none" stroke="#4a3620" stroke-width="74" stroke-linecap="round"/>` +
      `<path d="${points}" fill="none" stroke="${shade}" stroke-width="62" stroke-linecap="round"/>` +
      `<path d="${points}" fill="none" stroke="#4a3620" stroke-width="62" stroke-dasharray="5 26" opacity="0.55"/>`
    return [
      rect(0, 0, WIDTH, HEIGHT, '#dfe5e2'),
      strand('M-60 620 C260 640 420 520 560 400 S860 130 980 300 S800 560 620 420', '#c9a46a'),
      strand('M1260 180 C940 160 780 280 640 400 S340 670 220 500 S400 240 580 380', '#b5563a'),
      strand('M560 400 C600 362 640 320 690 280', '#c9a46a'),
      strand('M330 566 C380 590 470 560 520 512', '#b5563a'),
    ].join('')
  },
  'ice-on-the-quay': () =>
    [
      rect(0, 0, WIDTH, HEIGHT, '#c9d9e3'),
      rect(0, 0, WIDTH, 300, '#e6edf0'),
      '<polygon points="420,290 860,290 820,372 470,372" fill="#22384a"/>',
      rect(520, 232, 190, 58, '#8a2f1b'),
      line('770,290 770,110', '#22384a', 8),
      line('640,232 640,150', '#22384a', 22),
      ...range(8).flatMap((row) =>
        range(9).map((column) => {
          const x = column * 150 - (row % 2) * 75 + ((row * 31 + column * 17) % 30)
          const y = 370 + row * 52
          const size = 42 + row * 6
          return `<polygon points="${x},${y} ${x + size},${y - 14} ${x + size + 46},${y + 8} ${x + size + 20},${y + 34} ${x + 18},${y + 32}" fill="${(row + column) % 3 === 0 ? '#ffffff' : '#eef4f7'}"/>`
        }),
      ),
      '<polygon points="0,560 300,800 0,800" fill="#3d4c55"/>',
      ...range(4).map((stone) => line(`${stone * 75},${560 + stone * 60} 0,${620 + stone * 60}`, '#22384a', 4)),
    ].join(''),
  'container-years': () => {
    const colours = ['#b8391d', '#c98a2b', '#4d6a7a', '#7a2a1a', '#8fa3a8', '#d9c7a0']
    const box = (row, column) => {
      const [x, y, fill] = [column * 304 - (row % 2) * 150, row * 134, colours[(row * 5 + column * 2 + (row % 3)) % colours.length]]
      const ribs = range(14).map((rib) => rect(x + 16 + rib * 20, y + 16, 5, 100, '#00000033')).join('')
      return rect(x, y, 298, 128, fill) + ribs
    }
    return rect(0, 0, WIDTH, HEIGHT, '#1d1a18') + range(6).flatMap((row) => range(5).map((column) => box(row, column))).join('')
  },
  signals: () => {
    const [red, yellow, blue, white, black] = ['#c4281d', '#f0c136', '#20508f', '#fbf8f0', '#201c1a']
    const flags = [
      (x, y) => rect(x, y, 150, 60, white) + rect(x, y + 60, 150, 60, red),
      (x, y) => rect(x, y, 150, 120, yellow) + circle(x + 75, y + 60, 34, black),
      (x, y) => rect(x, y, 150, 120, blue) + rect(x + 38, y + 30, 74, 60, white),
      (x, y) => rect(x, y, 75, 120, yellow) + rect(x + 75, y, 75, 120, red),
      (x, y) => rect(x, y, 150, 120, white) + rect(x + 56, y, 38, 120, blue) + rect(x, y + 44, 150, 32, blue),
      (x, y) => rect(x, y, 150, 120, red) + `<polygon points="${x},${y} ${x + 75},${y + 60} ${x},${y + 120}" fill="${white}"/>`,
    ]
    return [
      rect(0, 0, WIDTH, HEIGHT, '#b9cdd4'),
      ...range(4).flatMap((row) => [
        line(`-20,${40 + row * 200} 1220,${8 + row * 200}`, '#4a4038', 5),
        ...range(6).map((column) => `<g transform="rotate(-1.5 ${90 + column * 190} ${60 + row * 200})">${flags[(column + row * 2) % flags.length](60 + column * 195, 46 + row * 200 - column * 5)}</g>`),
      ]),
    ].join('')
  },
}

for (const [name, draw] of Object.entries(pictures)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${draw()}</svg>`
  const file = join(root, 'content/exhibitions', name, `${name}.png`)
  writeFileSync(file, await sharp(Buffer.from(svg)).png({ palette: true, colours: 32, effort: 10, compressionLevel: 9 }).toBuffer())
}

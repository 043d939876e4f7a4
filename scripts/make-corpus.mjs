#!/usr/bin/env node
// Writes a synthetic corpus of articles for benchmarks: <out>/<slug>/zh-CN.md and en.md.
//
//   make-corpus.mjs --out DIR [--articles N] [--seed N]
//
// Its shape is that of a real bilingual corpus of 10,000 articles (docs/benchmarks.md): bytes per article median 4.5 KB,
// 95th percentile 15.5 KB, at most 250 KB; 40 % programming problems (raw HTML, code, superscripts, tables), 60 % database
// manual pages (tables, nested lists, notes); title, date, summary, 2 to 4 tags; a tenth with a near twin.
// The same seed gives the same bytes.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { out: { type: "string" }, articles: { type: "string", default: "10000" }, seed: { type: "string", default: "1" } },
});
if (!values.out) {
  console.error("usage: make-corpus.mjs --out DIR [--articles N] [--seed N]");
  process.exit(64);
}

/** A small deterministic generator (mulberry32): Math.random cannot be seeded. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const words = {
  en: "array index query table commit lock node value sorted window column row key buffer log page split merge cache plan scan join hash tree leaf root block write read order count range limit time state queue stack graph edge path cost".split(" "),
  zh: "数组 索引 查询 表格 提交 加锁 节点 数值 有序 窗口 列 行 键 缓冲 日志 页 分裂 合并 缓存 计划 扫描 连接 哈希 树 叶子 根 块 写入 读取 顺序 计数 区间 限制 时间 状态 队列 栈 图 边 路径 代价".split(" "),
};
const tags = Array.from({ length: 60 }, (_, n) => `${words.en[n % words.en.length]}-${n}`);

const pick = (random, list) => list[Math.floor(random() * list.length)];
const between = (random, low, high) => low + Math.floor(random() * (high - low + 1));

function sentence(random, lang) {
  const count = between(random, 6, 16);
  const chosen = Array.from({ length: count }, () => pick(random, words[lang]));
  if (lang === "zh") return `${chosen.join("")}。`;
  const text = chosen.join(" ");
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

const paragraph = (random, lang) => Array.from({ length: between(random, 2, 5) }, () => sentence(random, lang)).join(lang === "zh" ? "" : " ");

function table(random, lang) {
  const rows = between(random, 3, 8);
  const cell = () => `${pick(random, words[lang])} ${between(random, 1, 999)}`;
  const row = () => `| ${cell()} | ${cell()} | ${cell()} |`;
  return ["| a | b | c |", "| --- | --- | ---: |", ...Array.from({ length: rows }, row)].join("\n");
}

function code(random, language) {
  const lines = Array.from({ length: between(random, 4, 14) }, (_, n) => `${"  ".repeat(n % 3)}let ${pick(random, words.en)}${n} = f(${between(random, 0, 99)}, "{{ x }}");`);
  return ["```" + language, ...lines, "```"].join("\n");
}

const list = (random, lang) =>
  Array.from({ length: between(random, 2, 5) }, () => `- ${sentence(random, lang)}\n  - \`${pick(random, words.en)}\` ${sentence(random, lang)}`).join("\n");

const problemParts = [
  (random, lang) => paragraph(random, lang),
  (random) => code(random, pick(random, ["rust", "python", "go"])),
  (random, lang) => `<p>${sentence(random, lang)} 10<sup>${between(random, 2, 9)}</sup> &lt; <code>n</code></p>`,
  (random, lang) => `<pre><strong>${lang === "zh" ? "输入" : "Input"}:</strong> n = ${between(random, 1, 99)}</pre>`,
  (random, lang) => table(random, lang),
];
const manualParts = [
  (random, lang) => paragraph(random, lang),
  (random, lang) => table(random, lang),
  (random, lang) => list(random, lang),
  (random) => code(random, "sql"),
  (random, lang) => `> **${lang === "zh" ? "注意" : "Note"}** ${sentence(random, lang)}`,
];

/** Bytes of one article: log-normal around 4.5 KB, with the 95th percentile at 15.5 KB, at most 250 KB. */
function targetBytes(random) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(250_000, Math.max(600, 4500 * Math.exp(0.752 * normal)));
}

function body(random, lang, isProblem, bytes) {
  const parts = isProblem ? problemParts : manualParts;
  const out = [];
  let size = 0;
  while (size < bytes) {
    if (out.length % 5 === 0) out.push(`## ${pick(random, words[lang])} ${out.length}`);
    const part = pick(random, parts)(random, lang);
    out.push(part);
    size += Buffer.byteLength(part) + 2;
  }
  return out.join("\n\n");
}

function article(n, lang, seed) {
  // Facts that both languages share come from one generator, words from another.
  const shared = randomFrom(seed * 1_000_003 + n);
  const isTwin = n % 10 === 9;
  const random = randomFrom(seed * 7_000_003 + (isTwin ? n - 1 : n) * 2 + (lang === "zh" ? 1 : 0));
  const isProblem = shared() < 0.4;
  const bytes = targetBytes(shared);
  const date = new Date(Date.UTC(2015, 0, 1) + Math.floor(shared() * 3900) * 86_400_000).toISOString().slice(0, 10);
  const chosen = [...new Set(Array.from({ length: between(shared, 2, 4) }, () => pick(shared, tags)))];
  const title = `${pick(random, words[lang])} ${pick(random, words[lang])} ${n}`;
  const front = [`title: "${title}"`, `summary: "${sentence(random, lang)}"`, `date: ${date}`, "author: Corpus", "category: research", `tags: [${chosen.join(", ")}]`];
  return `---\n${front.join("\n")}\n---\n\n${body(random, lang, isProblem, bytes)}\n${isTwin ? `\n${n}\n` : ""}`;
}

const count = Number(values.articles);
let bytes = 0;
for (let n = 0; n < count; n++) {
  const folder = join(values.out, `article-${String(n).padStart(6, "0")}`);
  mkdirSync(folder, { recursive: true });
  for (const [lang, file] of [["zh", "zh-CN.md"], ["en", "en.md"]]) {
    const text = article(n, lang, Number(values.seed));
    bytes += Buffer.byteLength(text);
    writeFileSync(join(folder, file), text);
  }
}
console.log(`${count} articles × 2 languages, ${(bytes / 1e6).toFixed(1)} MB`);

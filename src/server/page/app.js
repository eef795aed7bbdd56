/* app.js - the page for analysts: ask, see the answer with its error, the budget, the schema.
 * It talks to its own server only, keeps the token in this tab, and puts texts into the page as
 * texts: nothing that comes from the server is ever read as HTML. */
'use strict';

const $ = (id) => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
let token = '', answer = null, explaining = 0, sets = [], bills = {};

/* An element with attributes and children, which are elements or texts. */
function el(name, attributes, ...children) {
  const svg = ['svg', 'g', 'rect', 'line', 'path', 'text', 'title'].includes(name);
  const e = svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) e.setAttribute(key, value);
  e.append(...children.map((c) => (c instanceof Node ? c : String(c))));
  return e;
}

async function call(path, body) {
  const request = { headers: { Authorization: 'Bearer ' + token }, cache: 'no-store' };
  if (body) {
    request.method = 'POST';
    request.headers['Content-Type'] = 'application/json';
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch('/v1/' + path, request);
  } catch (e) {
    throw { code: 'E_NETWORK', detail: 'The server cannot be reached. Does it still run?' };
  }
  const said = await response.json();
  if (!response.ok) throw said;
  return said;
}

/* ---- the way in ---- */

function showEnter(why) {
  $('enter').hidden = false;
  $('desk').hidden = true;
  $('refused').textContent = why || '';
  $('token').focus();
}

async function enter() {
  try {
    const [schema, budget] = [await call('schema'), await call('budget')];
    sessionStorage.setItem('token', token);
    $('enter').hidden = true;
    $('desk').hidden = false;
    $('who').textContent = budget.name === budget.role ? budget.role : budget.name + ', ' + budget.role;
    sets = schema.datasets;
    bills = Object.fromEntries(budget.datasets.map((d) => [d.dataset, d.bill]));
    $('sets').replaceChildren(...sets.map((s) => el('option', { value: s.name }, s.name)));
    $('choose').hidden = sets.length < 2;
    showSet(sets[0].name);
    showPast();
    if (budget.role === 'custodian') showLog();
    $('sql').focus();
  } catch (e) {
    sessionStorage.removeItem('token');
    showEnter(e.code === 'E_TOKEN' ? 'This token is not good here: it may have ended, or the server was started anew.' : e.detail);
  }
}

/* ---- what can be asked ---- */

const AGGREGATE = (name) => (name.includes('(') ? name : name + '(…)');

/* Show a data set: what can be asked of it, and what is left of its budget. */
function showSet(name) {
  $('sets').value = name;
  showSchema(sets.find((s) => s.name === name));
  showBudget(bills[name]);
}

function showSchema(set) {
  const box = $('schema');
  $('dataset').textContent = sets.length < 2 ? '· ' + set.name : '';
  box.replaceChildren(
    el('p', {}, set.tells + ' ' + set.not_promised),
    el('p', { class: 'quiet' }, 'Aggregates: ' + set.aggregates.map(AGGREGATE).join(', ') + '. Columns:'));
  for (const column of set.columns) {
    const groups = column.bins || column.values;
    const kind = column.type === 'date' ? 'date, ' + groups[0] + ' to ' + groups[groups.length - 1]
      : column.bins ? 'number, ' + number.format(column.lower) + ' to ' + number.format(column.upper)
      : groups.length + ' values';
    const one = el('details', {}, el('summary', {}, el('code', {}, column.name), ' ', el('span', { class: 'quiet' }, kind)));
    const chips = (labels) => el('div', { class: 'chips' }, ...labels.map((l) => el('span', {}, l)));
    if (groups.length) one.append(el('span', { class: 'quiet' }, column.bins ? 'bins' : 'values'), chips(groups));
    if (column.periods) one.append(el('span', { class: 'quiet' }, 'also by date_trunc of'), chips(column.periods));
    column.levels.forEach((labels, i) => one.append(el('span', { class: 'quiet' }, 'level ' + (i + 1)), chips(labels)));
    box.append(one);
  }
  for (const table of set.public)
    box.append(el('p', {}, 'Everybody may see ', el('code', {}, table.name), ': JOIN ' + table.name + ' USING (' + table.key + ')' +
      ' for ' + table.columns.join(', ') + '.'));
  $('examples').querySelector('ul').replaceChildren(...set.examples.map((sql) => el('li', {}, asker(sql))));
  if (!$('sql').value || sets.some((s) => s.examples.includes($('sql').value)))
    setQuestion(set.examples[Math.min(1, set.examples.length - 1)] || '');
}

/* A button that puts a question into the field. */
function asker(sql) {
  const button = el('button', { type: 'button', class: 'link' }, sql);
  button.addEventListener('click', () => { setQuestion(sql); $('sql').focus(); });
  return button;
}

function setQuestion(sql) {
  $('sql').value = sql;
  explain();
}

/* ---- what it costs ---- */

function showBudget(bill) {
  const limited = bill.accounts.filter((a) => a.left !== null);
  $('budget').hidden = limited.length === 0;
  if (!limited.length) return;
  const least = limited.reduce((a, b) => (b.left < a.left ? b : a));
  const all = least.left + least.spent;
  $('left').textContent = number.format(least.left) + ' of ' + number.format(all) + ' ' + bill.unit + ' left';
  $('meter').value = all > 0 ? least.left / all : 0;
}

async function explain() {
  const sql = $('sql').value.trim(), own = ++explaining, box = $('cost');
  if (!sql) { box.textContent = ''; return; }
  await new Promise((done) => setTimeout(done, 400));
  if (own !== explaining) return;
  try {
    const e = await call('explain', { sql });
    if (own !== explaining) return;
    box.className = '';
    box.textContent = 'Costs ' + number.format(e.cost.amount) + ' ' + e.cost.unit + ' unless asked before; ' +
      number.format(e.groups) + (e.groups === 1 ? ' group' : ' groups') +
      (e.error === null ? '.' : '; a count has noise of standard deviation ' + number.format(e.error) + '.');
  } catch (e) {
    if (own !== explaining) return;
    box.className = 'wrong';
    box.textContent = e.detail;
  }
}

/* ---- the answer ---- */

async function ask(event) {
  event.preventDefault();
  const sql = $('sql').value.trim();
  if (!sql) return;
  $('go').disabled = true;
  $('told').className = '';
  try {
    const said = await call('query', { sql });
    answer = said.answer;
    showAnswer(said);
    bills[answer.dataset] = said.bill;
    if ($('sets').value !== answer.dataset) showSet(answer.dataset);
    else showBudget(said.bill);
    showPast();
    if (!$('log').hidden) showLog();
  } catch (e) {
    showRefusal(e);
  }
  $('go').disabled = false;
  $('answer-title').focus();
}

function showRefusal(e) {
  answer = null;
  $('answer').hidden = false;
  $('answer-title').textContent = 'No answer';
  $('told').className = 'wrong';
  $('told').textContent = (e.code || 'Refused') + ': ' + e.detail;
  for (const id of ['chart', 'table']) $(id).replaceChildren();
  $('pick').hidden = true;
  $('bill').textContent = '';
  if (e.code === 'E_TOKEN') showEnter('The token is not good any more.');
}

const KINDS = { exact: 'exact', noise: 'with noise', interval: 'a range that the truth is in', copy: 'exact, of a perturbed copy' };

/* The columns of the answer: labels of groups, and values with the places of their ranges. */
function parts(a) {
  const groups = [], values = [];
  a.columns.forEach((c, i) => {
    if (c.part === 'low') values[values.length - 1].low = i;
    else if (c.part === 'high') values[values.length - 1].high = i;
    else if (c.type === 'text') groups.push({ name: c.name, at: i });
    else values.push({ name: c.name, at: i });
  });
  return { groups, values };
}

const shown = (x) => (x === null ? 'not told' : typeof x === 'number' ? number.format(x) : x);

function showAnswer(said) {
  const a = said.answer, { groups, values } = parts(a);
  $('answer').hidden = false;
  $('answer-title').textContent = 'Answer';
  $('told').textContent = 'Answers are ' + KINDS[a.kind] +
    (a.error === null ? '' : '; the noise of a count has standard deviation ' + number.format(a.error)) + '.';
  $('bill').textContent = (said.before ? 'It had been asked before: it cost nothing.' :
    'It cost ' + number.format(said.paid) + ' ' + said.bill.unit + '.') + ' Understood as: ' + a.question;
  $('measure').replaceChildren(...values.map((v, i) => el('option', { value: i }, v.name)));
  $('pick').hidden = values.length < 2 || a.rows.length < 2;
  showTable(a, groups, values);
  showChart();
}

function showTable(a, groups, values) {
  const head = el('tr', {}, ...groups.map((g) => el('th', { scope: 'col' }, g.name)));
  for (const v of values) {
    head.append(el('th', { scope: 'col', class: 'n' }, v.name));
    if (v.low !== undefined) head.append(el('th', { scope: 'col', class: 'n' }, 'between'));
  }
  const body = a.rows.map((row) => {
    const tr = el('tr', {}, ...groups.map((g) => el('td', {}, shown(row[g.at]))));
    for (const v of values) {
      tr.append(el('td', { class: 'n' }, shown(row[v.at])));
      if (v.low !== undefined)
        tr.append(el('td', { class: 'range' }, row[v.low] === null ? '' : shown(row[v.low]) + ' … ' + shown(row[v.high])));
    }
    return tr;
  });
  $('table').replaceChildren(el('thead', {}, head), el('tbody', {}, ...body));
}

const MOST_BARS = 60, ROW = 26, TEXT = 7.2;

/* Steps of an axis: about four round numbers from `low` to `high`. */
function steps(low, high) {
  const rough = (high - low) / 4 || 1, ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * ten).find((s) => s >= rough);
  const all = [];
  for (let x = Math.ceil(low / step) * step; x <= high + step * 1e-9; x += step) all.push(x || 0);
  return all;
}

function showChart() {
  const box = $('chart'), { groups, values } = parts(answer), v = values[$('measure').value || 0];
  box.replaceChildren();
  if (!v) return;
  if (answer.rows.length === 1) {
    const row = answer.rows[0];
    box.append(el('p', { class: 'big' }, shown(row[v.at])));
    if (v.low !== undefined && row[v.low] !== null)
      box.append(el('p', { class: 'quiet' }, 'between ' + shown(row[v.low]) + ' and ' + shown(row[v.high])));
    return;
  }
  const rows = answer.rows.slice(0, MOST_BARS).map((row) => ({
    label: groups.map((g) => shown(row[g.at])).join(' · ') || '–', value: row[v.at],
    low: v.low === undefined ? null : row[v.low], high: v.high === undefined ? null : row[v.high] }));
  box.append(bars(rows, v.name));
  if (answer.rows.length > MOST_BARS)
    box.append(el('p', { class: 'quiet' }, 'The chart shows the first ' + MOST_BARS + ' of ' + answer.rows.length + ' groups.'));
}

function bars(rows, name) {
  const width = Math.max(320, $('chart').clientWidth || 640);
  const longest = Math.max(...rows.map((r) => r.label.length));
  const left = Math.min(longest * TEXT + 12, width * 0.42), right = 58, height = rows.length * ROW + 28;
  const all = rows.flatMap((r) => [r.value, r.low, r.high]).filter((x) => x !== null).concat(0);
  const low = Math.min(...all), high = Math.max(...all), span = high - low || 1;
  const x = (value) => left + ((value - low) / span) * (width - left - right);
  const svg = el('svg', { viewBox: '0 0 ' + width + ' ' + height, role: 'img',
    'aria-label': 'Bars of ' + name + ' for ' + rows.length + ' groups; the table below has the numbers.' });
  for (const s of steps(low, high)) {
    svg.append(el('line', { class: 'grid', x1: x(s), x2: x(s), y1: 0, y2: height - 24 }));
    svg.append(el('text', { x: x(s), y: height - 8, 'text-anchor': 'middle' }, new Intl.NumberFormat('en', { notation: 'compact' }).format(s)));
  }
  const most = Math.floor((left - 10) / TEXT);
  rows.forEach((r, i) => {
    const y = i * ROW, middle = y + ROW / 2 - 1;
    const label = r.label.length > most ? r.label.slice(0, most - 1) + '…' : r.label;
    svg.append(el('text', { x: left - 8, y: middle + 5, 'text-anchor': 'end' }, label, el('title', {}, r.label)));
    if (r.value === null) {
      svg.append(el('text', { x: x(0) + 6, y: middle + 5 }, 'not told'));
      return;
    }
    svg.append(el('rect', { class: 'bar', x: Math.min(x(0), x(r.value)), y: y + 4, height: ROW - 10,
      width: Math.max(1, Math.abs(x(r.value) - x(0))) }, el('title', {}, r.label + ': ' + shown(r.value))));
    let end = x(Math.max(r.value, 0));
    if (r.low !== null && r.high !== null) {
      svg.append(el('path', { class: 'error', d: 'M' + x(r.low) + ' ' + (middle - 5) + 'v10m0 -5H' + x(r.high) + 'm0 -5v10' }));
      end = Math.max(end, x(r.high));
    }
    svg.append(el('text', { x: end + 5, y: middle + 5 }, new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 }).format(r.value)));
  });
  return svg;
}

/* ---- what was asked before, and the log ---- */

async function showPast() {
  try {
    const { entries } = await call('history');
    const rows = entries.reverse().slice(0, 30).map((e) => el('tr', {}, el('td', { class: 'code' }, e.question),
      el('td', { class: 'n' }, number.format(e.cost)), el('td', { class: 'n' }, new Date(e.time * 1000).toLocaleDateString('en', { day: 'numeric', month: 'short' }))));
    $('past').replaceChildren(el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Question, as understood'),
      el('th', { scope: 'col', class: 'n' }, 'Cost'), el('th', { scope: 'col', class: 'n' }, 'Day'))),
    el('tbody', {}, ...(rows.length ? rows : [el('tr', {}, el('td', { colspan: 3 }, 'Nothing yet.'))])));
  } catch (e) { /* the next answer shows it */ }
}

async function showLog() {
  try {
    const { lines } = await call('log');
    $('log').hidden = false;
    $('lines').replaceChildren(el('thead', {}, el('tr', {}, ...['Time', 'Who', 'What', 'Outcome', 'Paid'].map((h) => el('th', { scope: 'col' }, h)))),
      el('tbody', {}, ...lines.reverse().slice(0, 20).map((l) => el('tr', {}, el('td', {}, l.time.slice(0, 19).replace('T', ' ')),
        el('td', {}, l.who || ''), el('td', {}, l.what || ''), el('td', {}, l.outcome || ''), el('td', { class: 'n' }, number.format(l.paid))))));
  } catch (e) { $('log').hidden = true; }
}

/* ---- start ---- */

function start() {
  const given = /^#t=([\w-]+)$/.exec(location.hash);
  token = given ? given[1] : sessionStorage.getItem('token') || '';
  if (given) history.replaceState(null, '', '/');
  $('ask').addEventListener('submit', ask);
  $('sql').addEventListener('input', explain);
  $('sql').addEventListener('keydown', (e) => {
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) $('ask').requestSubmit();
  });
  $('sets').addEventListener('change', () => showSet($('sets').value));
  $('measure').addEventListener('change', showChart);
  window.addEventListener('resize', () => answer && showChart());
  $('enter').addEventListener('submit', (e) => { e.preventDefault(); token = $('token').value.trim(); $('token').value = ''; enter(); });
  if (token) enter(); else showEnter();
}

start();

import type { Curve } from '../bench.ts';

export type Labels = { title: string; x: string; y: string };

const [width, height] = [760, 440];
const area = { left: 78, right: width - 24, top: 84, bottom: height - 62 };
const colours = ['#0b62a8', '#c4541a', '#3c7d3c', '#7a4b9a'];
const ink = '#222';

/**
 * Plots curves over a logarithmic x axis: a line through the medians, and a bar from minimum to maximum at each point.
 * The y axis begins at zero.
 */
export function plot(curves: readonly Curve[], { title, x, y }: Labels): string {
  const points = curves.flatMap((curve) => curve.points);
  const ticks = [...new Set(points.map((point) => point.x))].toSorted((a, b) => a - b);
  const toX = logarithmic(ticks[0] ?? 1, ticks.at(-1) ?? 1);
  const [top, step] = roundTop(Math.max(...points.map(({ max }) => max)));
  const toY = (value: number): number => area.bottom - (value / top) * (area.bottom - area.top);
  const rows = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const middle = (area.left + area.right) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(area.left, 28, title, 'font-size="17" font-weight="600"'),
    text(area.right, 28, 'points: medians; bars: minimum to maximum', 'text-anchor="end" font-size="11"'),
    ...curves.map((curve, index) => legend(curve.name, index)),
    ...rows.map((value) => horizontal(toY(value), value.toLocaleString('en'))),
    ...ticks.map((value) => vertical(toX(value), value.toLocaleString('en'))),
    text(middle, height - 16, x, 'text-anchor="middle"'),
    text(
      0,
      0,
      y,
      `text-anchor="middle" transform="translate(18 ${(area.top + area.bottom) / 2}) rotate(-90)"`,
    ),
    ...curves.map((curve, index) => drawn(curve, colourOf(index), toX, toY)),
    '</svg>',
    '',
  ].join('\n');
}

function drawn({ points }: Curve, colour: string, toX: Scale, toY: Scale): string {
  const line = points.map(({ x, median }) => `${at(toX(x))},${at(toY(median))}`).join(' ');
  const marks = points.map(({ x, min, median, max }) => {
    const place = at(toX(x));
    const range = `<line x1="${place}" x2="${place}" y1="${at(toY(min))}" y2="${at(toY(max))}" stroke="${colour}" stroke-width="1.5" opacity="0.5"/>`;
    return `${range}<circle cx="${place}" cy="${at(toY(median))}" r="4" fill="${colour}"/>`;
  });
  return `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="2.5"/>${marks.join('')}`;
}

function at(value: number): string {
  return value.toFixed(1);
}

type Scale = (value: number) => number;

function logarithmic(least: number, most: number): Scale {
  const [from, to] = [Math.log(least), Math.log(most)];
  const inset = 24;
  const room = area.right - area.left - 2 * inset;
  return (value) => area.left + inset + (to === from ? 0.5 : (Math.log(value) - from) / (to - from)) * room;
}

/** Returns the top of an axis and the distance of its lines, both round numbers, for 4 to 8 lines. */
function roundTop(most: number): [top: number, step: number] {
  const size = 10 ** Math.floor(Math.log10(Math.max(most, 1e-9) / 4));
  const step = size * ([1, 2, 2.5, 5, 10].find((each) => most / (each * size) <= 7) ?? 10);
  return [Math.ceil((most * 1.02) / step) * step, step];
}

function legend(name: string, index: number): string {
  const place = 52 + Math.floor(index / 2) * 18;
  const left = area.left + (index % 2) * 320;
  const dash = `<line x1="${left}" x2="${left + 22}" y1="${place}" y2="${place}" stroke="${colourOf(index)}" stroke-width="3"/>`;
  return dash + text(left + 30, place + 4, name);
}

function horizontal(place: number, label: string): string {
  const line = `<line x1="${area.left}" x2="${area.right}" y1="${place}" y2="${place}" stroke="#ddd"/>`;
  return line + text(area.left - 8, place + 4, label, 'text-anchor="end"');
}

function vertical(place: number, label: string): string {
  const line = `<line x1="${place}" x2="${place}" y1="${area.bottom}" y2="${area.bottom + 5}" stroke="${ink}"/>`;
  return line + text(place, area.bottom + 21, label, 'text-anchor="middle"');
}

function text(x: number, y: number, content: string, more = ''): string {
  const safe = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" fill="${ink}" ${more}>${safe}</text>`;
}

function colourOf(index: number): string {
  return colours[index % colours.length] ?? ink;
}

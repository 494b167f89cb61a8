export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function columnPath({ x, y, width, height }: Box, corner = 4): string {
  const round = Math.max(0, Math.min(corner, width / 2, height));
  return [
    `M${x},${y + height}`,
    `V${y + round}`,
    `Q${x},${y} ${x + round},${y}`,
    `H${x + width - round}`,
    `Q${x + width},${y} ${x + width},${y + round}`,
    `V${y + height}`,
    "Z",
  ].join("");
}

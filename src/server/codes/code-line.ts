/** One code of a list as in its file: no dot, the long title. */
export interface CodeLine {
  readonly code: string;
  readonly isBillable: boolean;
  readonly title: string;
}

/** One line of a mapping file. `target` is empty if there is no map. */
export interface MappingLine {
  readonly source: string;
  readonly target: string;
  /** Approximate, no map, combination, scenario, choice list: five digits. */
  readonly flags: string;
}

export type ReadProgress = (done: number, total: number) => void;

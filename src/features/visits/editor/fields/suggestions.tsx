interface SuggestionsProps {
  /** Values by list id. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** Values suggested by fields; any other text is accepted too. */
export function Suggestions({ lists }: SuggestionsProps) {
  return Object.entries(lists).map(([id, values]) => (
    <datalist key={id} id={id}>
      {values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </datalist>
  ));
}

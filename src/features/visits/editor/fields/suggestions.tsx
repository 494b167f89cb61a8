interface SuggestionsProps {
  /** Values by the id of their list. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** Values that fields offer; any other text is taken as well. */
export function Suggestions({ lists }: SuggestionsProps) {
  return Object.entries(lists).map(([id, values]) => (
    <datalist key={id} id={id}>
      {values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </datalist>
  ));
}

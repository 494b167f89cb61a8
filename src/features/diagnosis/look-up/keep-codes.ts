import { useKept, useWorkspace } from "#room/features/workspace/workspace-context.ts";
import type { KeptCode } from "#room/workspace/storage/kept-value.ts";

const mostRecent = 30;

interface NamedCode {
  readonly code: string;
  readonly codeSystemName?: string | undefined;
  readonly description?: string | undefined;
}

function keptOf({ code, codeSystemName, description }: NamedCode): KeptCode {
  return {
    code,
    usedAt: Date.now(),
    ...(codeSystemName === undefined ? {} : { codeSystemName }),
    ...(description === undefined ? {} : { description }),
  };
}

function isSame(a: NamedCode, b: NamedCode): boolean {
  return a.code === b.code && (a.codeSystemName ?? "") === (b.codeSystemName ?? "");
}

export function useKeptCodes() {
  const { favourites, recentCodes } = useWorkspace();
  const starred = useKept(favourites);
  const recent = useKept(recentCodes);
  return {
    starred,
    recent,
    isStarred: (code: NamedCode) => starred.some((one) => isSame(one, code)),
    toggleStar: (code: NamedCode) =>
      favourites.update((codes) =>
        codes.some((one) => isSame(one, code))
          ? codes.filter((one) => !isSame(one, code))
          : [...codes, keptOf(code)],
      ),
    remember: (code: NamedCode) =>
      recentCodes.update((codes) =>
        [keptOf(code), ...codes.filter((one) => !isSame(one, code))].slice(0, mostRecent),
      ),
  };
}

import { useEffect } from "react";

/** On paper each page says whose it is: a second page lies on a desk by itself. Takes words without quotes. */
export function usePageFoot(words: string): void {
  useEffect(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(`@page invoice { @bottom-left { content: "${words}" } }`);
    document.adoptedStyleSheets.push(rules);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== rules);
    };
  }, [words]);
}

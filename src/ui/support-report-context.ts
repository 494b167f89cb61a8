import { createContext } from "react";

/** Opens the report for support; undefined where there is none, as before sign-in. */
export const SupportReportContext = createContext<(() => void) | undefined>(undefined);

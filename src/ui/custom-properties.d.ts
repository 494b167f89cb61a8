import "react";

declare module "react" {
  interface CSSProperties {
    /** Allows CSS custom properties in style objects. */
    [name: `--${string}`]: string | number | undefined;
  }
}

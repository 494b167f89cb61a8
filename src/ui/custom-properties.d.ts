import "react";

declare module "react" {
  interface CSSProperties {
    /** A custom property of CSS, which a style may set like any other. */
    [name: `--${string}`]: string | number | undefined;
  }
}

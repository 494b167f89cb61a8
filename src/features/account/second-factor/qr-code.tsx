import { useMemo } from "react";
import { encode } from "uqr";
import styles from "./second-factor.module.css";

/** The authenticator app's QR code, drawn locally: its content is not sent anywhere. Dark on light in either theme, as cameras expect. */
export function QrCode({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border: 4 });
    const squares = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size, path: squares.join("") };
  }, [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

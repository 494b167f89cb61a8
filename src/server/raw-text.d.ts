/** A text file that the build embeds in the bundle, through Vite's `?raw`. */
declare module "*?raw" {
  const text: string;
  export default text;
}

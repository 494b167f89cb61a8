/** A text file that the build puts into the bundle, as Vite reads `?raw`. */
declare module "*?raw" {
  const text: string;
  export default text;
}

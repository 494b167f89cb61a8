/** Files that the build embeds in the bundle: text through Vite's `?raw`, bytes as a data URL through `?inline`. */
declare module "*?raw" {
  const text: string;
  export default text;
}

declare module "*.bin?inline" {
  const dataUrl: string;
  export default dataUrl;
}

/** A file that the build embeds in the bundle as a data URL, through Vite's `?inline`. */
declare module "*.bin?inline" {
  const dataUrl: string;
  export default dataUrl;
}

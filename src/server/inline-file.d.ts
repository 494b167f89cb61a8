/** A file that the build puts into the bundle as a data URL, as Vite reads `?inline`. */
declare module "*.bin?inline" {
  const dataUrl: string;
  export default dataUrl;
}

declare module "subset-font" {
  interface Range {
    readonly min: number;
    readonly max: number;
  }
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: "woff2" | "truetype";
      variationAxes?: Readonly<Record<string, number | Range>>;
      keepFeatures?: readonly string[];
      noHinting?: boolean;
    },
  ): Promise<Buffer>;
}

/** The independent parser of metrics, which ships without types. */
declare module "parse-prometheus-text-format" {
  /** One family as it reads them; numbers are text. */
  export interface ParsedFamily {
    readonly name: string;
    readonly help: string;
    /** In capitals. */
    readonly type: string;
    readonly metrics: readonly {
      readonly value?: string;
      readonly labels?: Readonly<Record<string, string>>;
      readonly buckets?: Readonly<Record<string, string>>;
      readonly quantiles?: Readonly<Record<string, string>>;
      readonly count?: string;
      readonly sum?: string;
    }[];
  }

  /** Parses the text format 0.0.4. */
  export default function parsePrometheusTextFormat(text: string): ParsedFamily[];
}

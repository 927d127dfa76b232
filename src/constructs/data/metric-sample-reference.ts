import { ComplexObject, StringMap } from "../cdk";

/** One sample of the metrics. */
export class MergeQueueMetricSampleReference extends ComplexObject {
  /** Name of the metric, with its suffix such as `_bucket` if it has one. */
  get name(): string {
    return this.getStringAttribute("name");
  }

  /** The sample's labels: `labels.lookup("state")`. */
  get labels(): StringMap {
    return new StringMap(this, "labels");
  }

  /** The value; null for NaN and the infinities, which Terraform has no number for. */
  get value(): number {
    return this.getNumberAttribute("value");
  }

  /** The value as text: a decimal number, `NaN`, `+Inf` or `-Inf`. */
  get valueText(): string {
    return this.getStringAttribute("value_text");
  }
}

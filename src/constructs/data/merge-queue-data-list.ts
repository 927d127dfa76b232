import type { ComplexObject, IInterpolatingParent } from "../cdk";
import { ComplexList, Fn } from "../cdk";

/** Class of what stands for one element. */
export type MergeQueueReferenceClass<Reference extends ComplexObject> = new (
  parent: IInterpolatingParent,
  attribute: string,
  isFromSet: boolean,
  index: number,
) => Reference;

/**
 * A list that a data source shows. How long it is, only Terraform knows: `get(0).title` is an expression that
 * fails while planning if there is no such element.
 */
export class MergeQueueDataList<Reference extends ComplexObject> extends ComplexList {
  readonly #reference: MergeQueueReferenceClass<Reference>;

  constructor(
    parent: IInterpolatingParent,
    attribute: string,
    reference: MergeQueueReferenceClass<Reference>,
  ) {
    super(parent, attribute, false);
    this.#reference = reference;
  }

  /** How many elements there are. */
  get count(): number {
    return Fn.lengthOf(this);
  }

  /** Answers what stands for the element at an index, from 0. */
  get(index: number): Reference {
    return new this.#reference(this.terraformResource, this.terraformAttribute, false, index);
  }
}

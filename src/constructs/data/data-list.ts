import { ComplexList, type ComplexObject, Fn, type IInterpolatingParent } from "../cdk";

/** Class of a reference to one element of a list. */
export type MergeQueueReferenceClass<Reference extends ComplexObject> = new (
  parent: IInterpolatingParent,
  attribute: string,
  isFromSet: boolean,
  index: number,
) => Reference;

/** A list whose length only Terraform knows. `get(0).title` fails the plan if the list is empty. */
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

  /** Number of elements. */
  get count(): number {
    return Fn.lengthOf(this);
  }

  /** Returns a reference to the element at an index. The first index is 0. */
  get(index: number): Reference {
    return new this.#reference(this.terraformResource, this.terraformAttribute, false, index);
  }
}

// Says what a model costs. Pure.
import type { ListedModel } from "../../../src/contract/commission/model-list.ts";

export function priceOf({ usdPerMillion: rate }: Pick<ListedModel, "usdPerMillion">): string {
  return rate === null ? "price not known" : `$${rate.input} in, $${rate.output} out`;
}

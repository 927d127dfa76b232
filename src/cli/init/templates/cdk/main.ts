import { App, TerraformStack } from "cdktf";
import { declareQueues } from "./queues";

const app = new App();
declareQueues(new TerraformStack(app, "queues"));
app.synth();

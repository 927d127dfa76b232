import { App, TerraformStack } from "cdktf";
import { declareQueues } from "./queues";

const app = new App();
const stack = new TerraformStack(app, "queues");
// Only Terraform has a state, and needs a place for it in pipelines: this one, or another backend.
// import { HttpBackend } from "cdktf";
// new HttpBackend(stack, { address: "https://state.example.com/queues" });
declareQueues(stack);
app.synth();

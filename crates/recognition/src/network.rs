//! Neural network that runs on one thread: pages are read side by side in processes of their own.

use std::sync::Arc;

use rten::{Model, ModelOptions, RunOptions, ThreadPool, Value, op_registry};

use super::error::RecognitionError;
use super::models::ModelsError;

/// Loaded network with one input and one output.
pub(super) struct Network {
    model: Model,
    threads: Arc<ThreadPool>,
}

impl Network {
    /// Loads a network from an ONNX file.
    pub fn load(bytes: Vec<u8>, threads: &Arc<ThreadPool>) -> Result<Self, ModelsError> {
        // Only what the models use, so that the linker leaves out the rest.
        let operators = op_registry!(
            Add,
            AveragePool,
            BatchNormalization,
            Concat,
            Conv,
            ConvTranspose,
            Div,
            Erf,
            GlobalAveragePool,
            HardSigmoid,
            Identity,
            MatMul,
            MaxPool,
            Mul,
            Pow,
            ReduceMean,
            Relu,
            Reshape,
            Resize,
            Shape,
            Sigmoid,
            Slice,
            Softmax,
            Sqrt,
            Squeeze,
            Sub,
            Transpose,
            Unsqueeze
        );
        let model = (ModelOptions::with_ops(operators).load(bytes)).map_err(|error| {
            ModelsError::Unloadable {
                detail: error.to_string(),
            }
        })?;
        Ok(Self {
            model,
            threads: Arc::clone(threads),
        })
    }

    /// Runs the network on a picture with three planes of `height` rows and `width` columns. Returns its output, which
    /// has `N` dimensions, as (size of each dimension, values).
    pub fn run<const N: usize>(
        &self,
        height: usize,
        width: usize,
        planes: Vec<f32>,
    ) -> Result<([usize; N], Vec<f32>), RecognitionError>
    where
        Value: IntoShaped<N>,
    {
        let input = Value::from_shape([1, 3, height, width], planes).map_err(failed)?;
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&self.threads)));
        let output = self
            .model
            .run_one(input.into(), Some(options))
            .map_err(failed)?;
        output
            .shaped()
            .ok_or_else(|| failed("output of another form"))
    }
}

/// Output of a network as sizes and numbers.
pub(super) trait IntoShaped<const N: usize> {
    /// Returns sizes and numbers; `None` if there are not `N` dimensions of 32-bit floating-point numbers.
    fn shaped(self) -> Option<([usize; N], Vec<f32>)>;
}

impl IntoShaped<3> for Value {
    fn shaped(self) -> Option<([usize; 3], Vec<f32>)> {
        self.into_shape_vec::<f32, 3>().ok()
    }
}

impl IntoShaped<4> for Value {
    fn shaped(self) -> Option<([usize; 4], Vec<f32>)> {
        self.into_shape_vec::<f32, 4>().ok()
    }
}

fn failed(error: impl std::fmt::Display) -> RecognitionError {
    RecognitionError::Model {
        detail: error.to_string(),
    }
}

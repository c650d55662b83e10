// Span kernels with run-time CPU dispatch.
#pragma once

// What Swift cannot import of the Linux headers.
#pragma once
